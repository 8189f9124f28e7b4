// Says in words what the service says in codes.

const kinds = {
  jpeg: "JPEG", png: "PNG", gif: "GIF", mp4: "MPEG-4 movie", m4a: "MPEG-4 audio", mp3: "MP3 audio", wav: "WAV audio",
  aiff: "AIFF audio", webp: "WebP", heic: "HEIC", avif: "AVIF", tiff: "TIFF", bmp: "BMP", mov: "QuickTime movie",
  m4v: "iTunes movie", "3gp": "3GPP movie", adts: "bare AAC audio", flac: "FLAC audio", ogg: "Ogg audio",
  matroska: "Matroska or WebM movie", avi: "AVI movie", mpeg: "MPEG movie",
};

export function bytes(count) {
  if (count < 1e3) return `${count} bytes`;
  if (count < 1e6) return `${Math.round(count / 1e3)} kB`;
  return `${(count / 1e6).toFixed(1)} MB`;
}

/** Such as "JPEG, 1024 × 1024, 145 kB". */
export function facts(facts) {
  const words = [kinds[facts.kind] ?? facts.description ?? facts.kind];
  if (facts.width && facts.height) words.push(`${facts.width} × ${facts.height}`);
  if (facts.frames > 1) words.push(`${facts.frames} frames`);
  if (facts.duration) words.push(`${facts.duration.toFixed(1)} s`);
  words.push(bytes(facts.bytes));
  return words.join(", ");
}

const works = {
  crop: "cropped", shrink: "shrunk", "re-encode": "encoded anew", remux: "packed anew", transcode: "transcoded",
  retag: "given the right codec name", strip: "freed of metadata", trim: "cut to length",
};

/** The verdict in a sentence. */
export function verdict(verdict) {
  const work = verdict.work.map((word) => works[word] ?? word);
  const list = work.length > 1 ? `${work.slice(0, -1).join(", ")} and ${work.at(-1)}` : work.join("");
  switch (verdict.answer) {
    case "attachable":
      return list ? `iOS shows it as it is. For this profile it is ${list}.` : "iOS shows it as it is.";
    case "needs-work": return `iOS would not show it as it is. It is ${list || "put right"} first.`;
    default: return "Nothing that iOS shows can be made of it here.";
  }
}

export const answers = { attachable: "Attachable", "needs-work": "Needs work", refused: "Refused" };

/** A reason, and what the device would have logged. */
export function reason(reason) {
  return reason.ios_error ? `${reason.message} iOS would log error ${reason.ios_error}.` : reason.message;
}

const blames = {
  caller: "The request is at fault.", origin: "The host of the file is at fault.", media: "The file is at fault.",
  affix: "This service or its machine is at fault.",
};

/** Whose fault a problem is, and whether to try again. */
export function blame(problem) {
  return `${blames[problem.blame] ?? ""} ${problem.retryable ? "It may pass: try again." : "Trying again changes nothing."}`;
}

const warnings = {
  "jpeg-without-jfif": "As it is, it lacks the JFIF mark that one push SDK looks for.",
  "mp3-without-id3": "As it is, it lacks the ID3 tag that one push SDK looks for.",
  "moov-last": "As it is, its index stands at its end: it plays only once all of it is there.",
  "unusual-brand": "As it is, its brand is one that some push SDKs do not know.",
  "longer-than-shown": "It plays for longer than the 30 seconds that iOS shows.",
  "odd-matrix": "As it is, it is turned by no quarter, slanted or stretched, and players do not agree on how it looks.",
  "animated-png": "It is an animated PNG, of which iOS may show only the first frame.",
  "extension-disagrees": "Its name says that it is something else.",
  "type-disagrees": "Its host says that it is something else.",
  "trailing-bytes": "Bytes that belong to nothing follow behind its end.",
  "end-missing": "Its end mark is missing, though all of the picture is there.",
  "checksum-wrong": "A checksum inside is wrong, though all of the picture is there.",
  "first-frame-blank": "It begins blank, and that is what a thumbnail shows.",
  "high-dynamic-range": "It is coded for more light than usual screens have.",
  "rare-type": "iOS shows this type, but not every push SDK does.",
  "not-public": "The URL is not one that a phone can fetch: the service has no public address.",
  "over-goal": "It is larger than the profile aims at, within what iOS takes.",
  "animation-lost": "It moves no more: only its first frame is shown.",
};

export function warning(code) {
  return warnings[code] ?? code.replaceAll("-", " ");
}

const paths = {
  pass: "published as it was", remux: "packed anew, nothing encoded anew", render: "rendered", transcode: "transcoded",
};

export function path(word) {
  return paths[word] ?? word;
}
