// Asks the service, as any other program would.

const room = "affix-token";

export const token = {
  get: () => sessionStorage.getItem(room) ?? "",
  set: (text) => (text ? sessionStorage.setItem(room, text) : sessionStorage.removeItem(room)),
};

/** What the service, or the way to it, has against a request. */
export class Problem extends Error {
  constructor(members, status) {
    super(members.message);
    Object.assign(this, members, { status });
  }
}

/** A source is `{link}` or `{file}`; an order has `profile` and `variants`. */
export function prepare(source, order, signal) {
  return post("/v1/attachments", source, order, signal);
}

export function inspect(source, order, signal) {
  return post("/v1/inspections", source, { profile: order.profile }, signal);
}

export async function recent(limit) {
  return (await ask(`/v1/attachments?limit=${limit}`, {})).items;
}

/** Takes a published file, and all that was made of its source, off the shelf for good. */
export function withdraw(digest) {
  return ask(`/v1/attachments/${digest}`, { method: "DELETE" });
}

/** The same request for a terminal. */
export function curl(source, order) {
  const words = ["curl"];
  if (token.get()) words.push("-H", '"Authorization: Bearer $AFFIX_TOKEN"');
  if (source.file) {
    words.push("-H", quoted(`Content-Type: ${type(source.file)}`), "--data-binary", quoted("@" + source.file.name));
    words.push(quoted(location.origin + "/v1/attachments?" + query(order)));
  } else {
    words.push("-H", quoted("Content-Type: application/json"), "-d", quoted(JSON.stringify(body(source, order))));
    words.push(quoted(location.origin + "/v1/attachments"));
  }
  return words.join(" ");
}

function quoted(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

function post(path, source, order, signal) {
  if (source.file) {
    const headers = { "Content-Type": type(source.file) };
    return ask(`${path}?${query(order)}`, { method: "POST", headers, body: source.file, signal });
  }
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body(source, order)), signal });
}

function body(source, order) {
  return { source: source.link, ...order };
}

function query(order) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(order)) {
    query.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return query;
}

// What is no media goes as bytes: the service says what it really is.
function type(file) {
  return /^(image|video|audio)\/[\w.+-]+$/.test(file.type) ? file.type : "application/octet-stream";
}

async function ask(path, options) {
  const headers = { ...options.headers };
  if (token.get()) headers.Authorization = `Bearer ${token.get()}`;
  let answer, members;
  try {
    answer = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" });
    members = await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    const message = options.body instanceof File
      ? "The connection ended while the file was sent. It may be larger than this service takes."
      : "The service cannot be reached, or said something that is no answer. Is it still running?";
    throw new Problem({ code: "connection", title: "No answer came", blame: "affix", retryable: true, message }, 0);
  }
  if (!answer.ok) throw new Problem(members, answer.status);
  return answer.status === 202 ? ended(answer.headers.get("Location"), options.signal) : members;
}

// A movie that takes longer to encode than anybody waits for one answer.
async function ended(place, signal) {
  for (;;) {
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
    const job = await ask(place, { signal });
    if (job.state !== "done") continue;
    if (job.attachment.url) return job.attachment;
    throw new Problem(job.attachment.problem ?? job.attachment, 0);
  }
}
