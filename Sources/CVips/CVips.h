#ifndef AFFIX_CVIPS_H
#define AFFIX_CVIPS_H

// The verbs of libvips that we use. libvips' own calls are variadic, so each gets one fixed shape here.

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

// Initialises libvips for strangers' bytes: no operation but the loaders we name, nothing cached, nothing printed.
static inline int affix_vips_start(int threads) {
    // A picture that must lie decoded as a whole does so in memory, which was asked for; there is no disk in here.
    setenv("VIPS_DISC_THRESHOLD", "100g", 1);
    if (VIPS_INIT("affix-worker")) return -1;
    vips_operation_block_set("VipsForeignLoad", TRUE);
    vips_operation_block_set("VipsForeignLoadJpegBuffer", FALSE);
    vips_operation_block_set("VipsForeignLoadPngBuffer", FALSE);
    vips_operation_block_set("VipsForeignLoadNsgifBuffer", FALSE);
    vips_operation_block_set("VipsForeignLoadWebpBuffer", FALSE);
    vips_operation_block_set("VipsForeignLoadTiffBuffer", FALSE);
    vips_operation_block_set("VipsForeignLoadHeifBuffer", FALSE);
    vips_concurrency_set(threads);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    // What one picture frees serves the next: given back to the system and taken anew, its pages are cleared each time,
    // which was a sixth of all processor time with small pictures. The front ends a worker that has grown.
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    // The same for what would else be mapped for itself, as a whole picture is; this is the most that may be asked for.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    return 0;
}

// Whether the samples are whole numbers from 0, of 8 or 16 bits.
static inline int affix_vips_has_plain_samples(VipsImage *image) {
    return image->BandFmt == VIPS_FORMAT_UCHAR || image->BandFmt == VIPS_FORMAT_USHORT;
}

static inline int affix_vips_has_byte_samples(VipsImage *image) {
    return image->BandFmt == VIPS_FORMAT_UCHAR && image->Coding == VIPS_CODING_NONE;
}

// Loads boxes as a HEIF file, of whose brands libvips knows only some; of a sequence that is its primary picture.
static inline VipsImage *affix_vips_load_items(const void *bytes, size_t count, const char *options) {
    VipsOperation *load = vips_operation_new("heifload_buffer");
    VipsImage *image = NULL;
    if (!load) return NULL;
    VipsBlob *blob = vips_blob_new(NULL, bytes, count);
    g_object_set(load, "buffer", blob, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    vips_area_unref(VIPS_AREA(blob));
    if (!vips_object_set_from_string(VIPS_OBJECT(load), options) && !vips_cache_operation_buildp(&load))
        g_object_get(load, "out", &image, NULL);
    vips_object_unref_outputs(VIPS_OBJECT(load));
    g_object_unref(load);
    return image;
}

// Loads a picture by its first bytes, to be read from top to bottom.
static inline VipsImage *affix_vips_load(const void *bytes, size_t count, const char *options) {
    if (count > 12 && memcmp((const char *)bytes + 4, "ftyp", 4) == 0)
        return affix_vips_load_items(bytes, count, options);
    return vips_image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

// Opens a picture for reading once, from top to bottom.
static inline VipsImage *affix_vips_open(const void *bytes, size_t count, const char *options) {
    VipsImage *image = affix_vips_load(bytes, count, options);
    if (!image || image->Coding != VIPS_CODING_LABQ) return image;
    // L*a*b* comes packed, and what is packed cannot be resized: unpacked, as 16-bit samples, it can.
    VipsImage *samples = NULL;
    if (vips_LabQ2LabS(image, &samples, NULL)) samples = NULL;
    g_object_unref(image);
    return samples;
}

// A picture of its own out of rows of 8-bit samples, which are copied.
static inline VipsImage *affix_vips_from_pixels(const void *pixels, size_t count, int width, int height, int bands) {
    VipsImage *image = vips_image_new_from_memory_copy(pixels, count, width, height, bands, VIPS_FORMAT_UCHAR);
    if (image) image->Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    return image;
}

static inline int affix_vips_crop(VipsImage *image, VipsImage **out, int x, int y, int width, int height) {
    return vips_extract_area(image, out, x, y, width, height, NULL);
}

static inline int affix_vips_resize(VipsImage *image, VipsImage **out, double across, double down) {
    return vips_resize(image, out, across, "vscale", down, "kernel", VIPS_KERNEL_LANCZOS3, NULL);
}

typedef unsigned char affix_bytes __attribute__((vector_size(16)));

// How far sixteen samples are from those of the pixels before theirs.
static inline affix_bytes affix_distances(const unsigned char *sample, int bands) {
    affix_bytes one, other;
    memcpy(&one, sample - bands, sizeof one);
    memcpy(&other, sample, sizeof other);
    return __builtin_elementwise_max(one, other) - __builtin_elementwise_min(one, other);
}

// Of the neighbours in a row of `count` samples in 1 to 4 bands, how many are equal, and how many differ by `hard` or more
// in some band. Sixteen samples at a time, in a twelfth of the time that one after the other takes.
static inline void affix_neighbours(
    const unsigned char *row, size_t count, int bands, unsigned char hard, size_t *equal, size_t *edges) {
    enum { WIDE = sizeof(affix_bytes), MOST_TURNS = 60 };
    const affix_bytes zero = {0};
    // Where a pixel begins, in the vectors of sixteen pixels.
    affix_bytes first[4] = {{0}};
    for (int sample = 0; sample < WIDE * bands; sample += bands) first[sample / WIDE][sample % WIDE] = 1;
    size_t at = (size_t)bands, turn = (size_t)(WIDE * bands);
    *equal = *edges = 0;
    // The last samples of a turn are compared with what follows it.
    while (at + turn + (size_t)bands <= count) {
        // Bytes count to 255: at most four for each turn.
        affix_bytes same = {0}, far = {0};
        for (int turns = 0; turns < MOST_TURNS && at + turn + (size_t)bands <= count; turns++, at += turn) {
            for (int part = 0; part < bands; part++) {
                const unsigned char *sample = row + at + WIDE * part;
                affix_bytes distance = affix_distances(sample, bands);
                for (int band = 1; band < bands; band++)
                    distance = __builtin_elementwise_max(distance, affix_distances(sample + band, bands));
                same += (affix_bytes)(distance == zero) & first[part];
                far += (affix_bytes)(distance >= hard) & first[part];
            }
        }
        for (int place = 0; place < WIDE; place++) {
            *equal += same[place];
            *edges += far[place];
        }
    }
    for (; at + (size_t)bands <= count; at += (size_t)bands) {
        int distance = 0;
        for (int band = 0; band < bands; band++) {
            int one = abs(row[at + (size_t)band] - row[at + (size_t)band - (size_t)bands]);
            if (one > distance) distance = one;
        }
        *equal += distance == 0;
        *edges += distance >= hard;
    }
}

typedef float affix_four __attribute__((vector_size(16)));
typedef unsigned char affix_four_bytes __attribute__((vector_size(4)));

// Spreads a row of `wide` pixels to four numbers each, and lets it go on by `more` of them at both ends.
static inline void affix_spread(const VipsPel *p, affix_four *row, int wide, int bands, int more) {
    affix_four_bytes bytes = {0};
    for (int x = 0; x < wide; x++, p += bands) {
        // Four bytes at once, of which those of the next pixel do not matter; there is none behind the last.
        if (x + 4 < wide) memcpy(&bytes, p, 4);
        else memcpy(&bytes, p, (size_t)bands);
        row[more + x] = __builtin_convertvector(bytes, affix_four);
    }
    for (int x = 0; x < more; x++) {
        row[x] = row[more];
        row[more + wide + x] = row[more + wide - 1];
    }
}

// Gives every row another width: a pixel of the result is the sum of `taps` pixels of the row from `firsts[x]` on, each
// times its weight; the row goes on at either end with its last pixel. Of 8-bit samples, in 1 to 4 bands.
//
// libvips has vector code for columns only; for rows it takes three times as long as this.
static inline int affix_vips_narrow(
    VipsImage *image, VipsImage **out, int width, int taps, const int *firsts, const float *weights) {
    enum { LINES = 4 };
    int bands = image->Bands, wide = image->Xsize, high = image->Ysize;
    if (bands > 4 || !affix_vips_has_byte_samples(image)) {
        vips_error("affix", "rows of other than 8-bit samples are not resized here");
        return -1;
    }
    const affix_four half = {0.5f, 0.5f, 0.5f, 0.5f}, white = {255, 255, 255, 255}, black = {0};
    size_t length = (size_t)wide + 2 * (size_t)taps;
    affix_four *rows = malloc(LINES * length * sizeof *rows);
    VipsImage *result = vips_image_new_memory();
    VipsRegion *region = vips_region_new(image);
    int failed = !rows || vips_image_pipelinev(result, VIPS_DEMAND_STYLE_THINSTRIP, image, NULL);
    if (!failed) {
        result->Xsize = width;
        failed = vips_image_write_prepare(result);
    }
    for (int top = 0; !failed && top < high; top += LINES) {
        int lines = high - top < LINES ? high - top : LINES;
        VipsRect area = {.left = 0, .top = top, .width = wide, .height = lines};
        if ((failed = vips_region_prepare(region, &area))) break;
        // Rows below the last are computed with it, and not kept.
        for (int line = 0; line < LINES; line++)
            affix_spread(VIPS_REGION_ADDR(region, 0, top + (line < lines ? line : lines - 1)),
                rows + (size_t)line * length, wide, bands, taps);
        for (int x = 0; x < width; x++) {
            const float *weight = weights + (size_t)x * (size_t)taps;
            const affix_four *from = rows + taps + firsts[x];
            // Four rows at a time: the sum of one has to wait for its last product.
            affix_four sums[LINES] = {half, half, half, half};
            for (int tap = 0; tap < taps; tap++)
                for (int line = 0; line < LINES; line++) sums[line] += from[(size_t)line * length + tap] * weight[tap];
            for (int line = 0; line < lines; line++) {
                affix_four level = __builtin_elementwise_min(__builtin_elementwise_max(sums[line], black), white);
                affix_four_bytes bytes = __builtin_convertvector(level, affix_four_bytes);
                VipsPel *q = VIPS_IMAGE_ADDR(result, x, top + line);
                // What is too much lies on pixels that are still to come.
                if (x + 4 < width) memcpy(q, &bytes, 4);
                else memcpy(q, &bytes, (size_t)bands);
            }
        }
    }
    g_object_unref(region);
    free(rows);
    if (failed) g_object_unref(result);
    else *out = result;
    return failed ? -1 : 0;
}

// A copy of 8-bit samples whose colours are multiplied with alpha, the last band, or divided by it. libvips does this
// in floating point, which takes half of the time that a transparent picture needs, and is then rounded just so.
static inline int affix_vips_scale_by_alpha(VipsImage *image, VipsImage **out, gboolean divide) {
    VipsImage *copy = vips_image_new_memory();
    if (vips_image_write(image, copy)) {
        g_object_unref(copy);
        return -1;
    }
    int bands = copy->Bands;
    size_t count = (size_t)copy->Xsize * (size_t)copy->Ysize;
    unsigned char *pixel = VIPS_IMAGE_ADDR(copy, 0, 0);
    for (size_t i = 0; i < count; i++, pixel += bands) {
        unsigned alpha = pixel[bands - 1];
        if (alpha == 255) continue;
        for (int band = 0; band < bands - 1; band++) {
            unsigned value = pixel[band];
            if (!divide) value = (value * alpha + 127) / 255;
            else value = alpha ? (value * 255 + alpha / 2) / alpha : 0;
            pixel[band] = (unsigned char)(value > 255 ? 255 : value);
        }
    }
    *out = copy;
    return 0;
}

// Colours as light that passes, so that what is transparent does not bleed; in the samples' own format.
static inline int affix_vips_premultiply(VipsImage *image, VipsImage **out) {
    if (image->BandFmt == VIPS_FORMAT_UCHAR) return affix_vips_scale_by_alpha(image, out, FALSE);
    VipsImage *light = NULL;
    if (vips_premultiply(image, &light, NULL)) return -1;
    int result = vips_cast(light, out, image->BandFmt, NULL);
    g_object_unref(light);
    return result;
}

static inline int affix_vips_unpremultiply(VipsImage *image, VipsImage **out) {
    if (image->BandFmt == VIPS_FORMAT_UCHAR) return affix_vips_scale_by_alpha(image, out, TRUE);
    VipsImage *paint = NULL;
    if (vips_unpremultiply(image, &paint, NULL)) return -1;
    int result = vips_cast(paint, out, image->BandFmt, NULL);
    g_object_unref(paint);
    return result;
}

static inline int affix_vips_orientation(VipsImage *image) {
    return vips_image_get_orientation(image);
}

static inline int affix_vips_upright(VipsImage *image, VipsImage **out) {
    return vips_autorot(image, out, NULL);
}

// The part of the wanted size where the eye goes, or where the most detail is.
static inline int affix_vips_smartcrop(VipsImage *image, VipsImage **out, int width, int height, gboolean attention) {
    return vips_smartcrop(image, out, width, height,
        "interesting", attention ? VIPS_INTERESTING_ATTENTION : VIPS_INTERESTING_ENTROPY, NULL);
}

static inline gboolean affix_vips_has_profile(VipsImage *image) {
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

// Whether the embedded profile can be read, and is for samples such as these.
static inline gboolean affix_vips_profile_suits(VipsImage *image) {
    const void *profile = NULL;
    size_t count = 0;
    if (vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &count) || count < 20) return FALSE;
    // libvips counts the bands alone; the colour space has its name at 16 (ICC.1, 7.2).
    gboolean is_of_inks = memcmp((const char *)profile + 16, "CMYK", 4) == 0;
    return is_of_inks == (image->Type == VIPS_INTERPRETATION_CMYK)
        && vips_icc_is_compatible_profile(image, profile, count);
}

static inline int affix_vips_colours_to_srgb(VipsImage *image, VipsImage **out, const char *fallback) {
    return vips_icc_transform(image, out, "srgb",
        "embedded", TRUE, "input_profile", fallback, "intent", VIPS_INTENT_RELATIVE, NULL);
}

// Through the embedded profile; through `fallback`, one of libvips' own, where that does not suit the samples.
static inline int affix_vips_to_srgb(VipsImage *image, VipsImage **out, const char *fallback) {
    if (!vips_image_hasalpha(image) || image->BandFmt != VIPS_FORMAT_USHORT)
        return affix_vips_colours_to_srgb(image, out, fallback);
    // libvips would cut 16-bit alpha off at 255, which makes nearly all of it opaque.
    VipsImage *parts[4] = {NULL, NULL, NULL, NULL};
    int colours = image->Bands - 1;
    int result = vips_extract_band(image, &parts[0], 0, "n", colours, NULL)
        || affix_vips_colours_to_srgb(parts[0], &parts[1], fallback)
        || vips_extract_band(image, &parts[2], colours, NULL)
        || vips_cast(parts[2], &parts[3], VIPS_FORMAT_UCHAR, "shift", TRUE, NULL)
        || vips_bandjoin2(parts[1], parts[3], out, NULL);
    for (int i = 0; i < 4; i++)
        if (parts[i]) g_object_unref(parts[i]);
    return result ? -1 : 0;
}

// Looks each 8-bit sample up in a table of 256; an alpha channel, the last band, stays.
static inline int affix_vips_look_up(VipsImage *image, VipsImage **out, const unsigned char *table) {
    unsigned char tables[256 * 4];
    int bands = image->Bands, colours = vips_image_hasalpha(image) ? bands - 1 : bands;
    if (bands > 4) return -1;
    for (int i = 0; i < 256; i++)
        for (int b = 0; b < bands; b++) tables[i * bands + b] = b < colours ? table[i] : (unsigned char)i;
    VipsImage *lookup = vips_image_new_from_memory_copy(tables, (size_t)(256 * bands), 256, 1, bands, VIPS_FORMAT_UCHAR);
    if (!lookup) return -1;
    VipsImage *mapped = NULL;
    int result = vips_maplut(image, &mapped, lookup, NULL);
    g_object_unref(lookup);
    if (result) return -1;
    // The result is of the table's kind; of four bands that would be any, and the last no alpha channel.
    result = vips_copy(mapped, out, "interpretation", image->Type, NULL);
    g_object_unref(mapped);
    return result;
}

// How many different samples there are: of 8 or of 16 bits.
static inline int affix_vips_levels(VipsImage *image) {
    return image->BandFmt == VIPS_FORMAT_USHORT ? 65536 : 256;
}

// Looks each sample of three colours up as light, mixes the lights by a matrix of three rows, and gives 8-bit sRGB.
static inline int affix_vips_through_light(
    VipsImage *image, VipsImage **out, const float *lights, int levels, const double *mix) {
    gboolean has_alpha = vips_image_hasalpha(image);
    VipsImage *parts[9] = {NULL};
    parts[0] = vips_image_new_from_memory_copy(lights, sizeof(float) * (size_t)levels, levels, 1, 1, VIPS_FORMAT_FLOAT);
    parts[1] = vips_image_new_matrix_from_array(3, 3, mix, 9);
    int result = !parts[0] || !parts[1]
        || vips_extract_band(image, &parts[2], 0, "n", 3, NULL)
        || vips_maplut(parts[2], &parts[3], parts[0], NULL)
        || vips_recomb(parts[3], &parts[4], parts[1], NULL)
        || vips_copy(parts[4], &parts[5], "interpretation", VIPS_INTERPRETATION_scRGB, NULL)
        || vips_scRGB2sRGB(parts[5], &parts[6], NULL);
    if (!result && has_alpha)
        result = vips_extract_band(image, &parts[7], 3, NULL)
            || vips_cast(parts[7], &parts[8], VIPS_FORMAT_UCHAR, "shift", image->BandFmt == VIPS_FORMAT_USHORT, NULL)
            || vips_bandjoin2(parts[6], parts[8], out, NULL);
    else if (!result)
        *out = (VipsImage *)g_object_ref(parts[6]);
    for (int i = 0; i < 9; i++)
        if (parts[i]) g_object_unref(parts[i]);
    return result ? -1 : 0;
}

static inline int affix_vips_flatten(VipsImage *image, VipsImage **out, double red, double green, double blue) {
    double colour[] = {red, green, blue};
    VipsArrayDouble *background = vips_array_double_new(colour, image->Bands < 4 ? 1 : 3);
    int result = vips_flatten(image, out, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result;
}

// Puts a picture of `count` bands into a larger one that is filled with `colour`.
static inline int affix_vips_embed(
    VipsImage *image, VipsImage **out, int x, int y, int width, int height, const double *colour, int count) {
    VipsArrayDouble *background = vips_array_double_new(colour, count);
    int result = vips_embed(image, out, x, y, width, height,
        "extend", VIPS_EXTEND_BACKGROUND, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result;
}

// Decodes every row and keeps none of them; fails where the loader's options say so.
static inline int affix_vips_decode(const void *bytes, size_t count, const char *options) {
    VipsImage *image = affix_vips_load(bytes, count, options);
    double mean;
    if (!image) return -1;
    int result = vips_avg(image, &mean, NULL);
    g_object_unref(image);
    return result;
}

// Whether every pixel of a picture has the same value.
static inline int affix_vips_uniform(const void *bytes, size_t count, const char *options, int *is_uniform) {
    VipsImage *image = affix_vips_load(bytes, count, options);
    VipsImage *table = NULL;
    if (!image) return -1;
    int result = vips_stats(image, &table, NULL);
    g_object_unref(image);
    if (result) return result;
    // Below the row for all bands, one for each: least and greatest value first.
    *is_uniform = 1;
    for (int band = 1; band < vips_image_get_height(table); band++)
        if (*VIPS_MATRIX(table, 0, band) != *VIPS_MATRIX(table, 1, band)) *is_uniform = 0;
    // With alpha, pixels that show nothing may have any colour.
    if (vips_image_get_height(table) == 5 && *VIPS_MATRIX(table, 1, 4) == 0) *is_uniform = 1;
    g_object_unref(table);
    return 0;
}

// Opens an animation frame by frame, in 8-bit sRGB or grey, with alpha where it has any.
static inline int affix_vips_film(const void *bytes, size_t count, const char *options, VipsImage **out) {
    VipsImage *image = affix_vips_load(bytes, count, options);
    VipsImage *coloured = NULL;
    if (!image) return -1;
    int result = affix_vips_has_profile(image) && affix_vips_profile_suits(image) && vips_image_get_bands(image) >= 3
        ? vips_icc_transform(image, &coloured, "srgb", "embedded", TRUE, NULL)
        : vips_cast_uchar(image, &coloured, NULL);
    g_object_unref(image);
    if (result) return -1;
    result = vips_cast_uchar(coloured, out, NULL);
    g_object_unref(coloured);
    return result;
}

// How often an animation plays; 0 is for ever.
static inline int affix_vips_plays(VipsImage *image) {
    int plays = 1;
    if (vips_image_get_typeof(image, "loop")) vips_image_get_int(image, "loop", &plays);
    return plays < 0 ? 1 : plays;
}

// The delay of each frame in milliseconds; NULL when the file says nothing.
static inline const int *affix_vips_delays(VipsImage *image, int *count) {
    int *delays = NULL;
    *count = 0;
    if (vips_image_get_typeof(image, "delay") && vips_image_get_array_int(image, "delay", &delays, count)) return NULL;
    return delays;
}

// Computes an area of 1 to 4 bands and 8 bits, and stores it as 0xFFRRGGBB, or 0 where it is more clear than opaque.
static inline int affix_vips_frame(
    VipsRegion *region, uint32_t *out, int left, int top, int width, int height) {
    VipsRect area = {.left = left, .top = top, .width = width, .height = height};
    int bands = region->im->Bands;
    if (vips_region_prepare(region, &area)) return -1;
    if (!vips_rect_includesrect(&region->valid, &area)) {
        vips_error("affix", "the area lies outside of the picture");
        return -1;
    }
    for (int y = 0; y < height; y++) {
        const VipsPel *p = VIPS_REGION_ADDR(region, left, top + y);
        for (int x = 0; x < width; x++, p += bands, out++) {
            int green = bands > 2 ? 1 : 0, blue = bands > 2 ? 2 : 0;
            int clear = (bands == 2 || bands == 4) && p[bands - 1] < 128;
            *out = clear ? 0 : 0xFF000000u | (uint32_t)p[0] << 16 | (uint32_t)p[green] << 8 | p[blue];
        }
    }
    return 0;
}

static inline void affix_unref_region(VipsRegion *region) {
    g_object_unref(region);
}

static inline int affix_vips_colourspace(VipsImage *image, VipsImage **out, VipsInterpretation space) {
    return vips_colourspace(image, out, space, NULL);
}

static inline int affix_vips_to_bytes(VipsImage *image, VipsImage **out) {
    return vips_cast_uchar(image, out, NULL);
}

static inline int affix_vips_first_bands(VipsImage *image, VipsImage **out, int bands) {
    return vips_extract_band(image, out, 0, "n", bands, NULL);
}

// The smallest value of one band.
static inline int affix_vips_least(VipsImage *image, int band, double *least) {
    VipsImage *one = NULL;
    if (vips_extract_band(image, &one, band, NULL)) return -1;
    int result = vips_min(one, least, NULL);
    g_object_unref(one);
    return result;
}

static inline int affix_vips_jpeg(VipsImage *image, void **bytes, size_t *count, int quality) {
    return vips_jpegsave_buffer(image, bytes, count,
        "Q", quality, "optimize_coding", TRUE, "strip", TRUE, NULL);
}

// At level 6 rows of photographs shrink best with the Sub filter, those of drawings with none.
static inline int affix_vips_png(VipsImage *image, void **bytes, size_t *count, gboolean filtered) {
    return vips_pngsave_buffer(image, bytes, count, "compression", 6,
        "filter", filtered ? VIPS_FOREIGN_PNG_FILTER_SUB : VIPS_FOREIGN_PNG_FILTER_NONE, "strip", TRUE, NULL);
}

// With at most 2^bits colours; 1, 2, 4 or 8 bits.
static inline int affix_vips_palette_png(VipsImage *image, void **bytes, size_t *count, int bits, double dither) {
    return vips_pngsave_buffer(image, bytes, count, "compression", 9, "strip", TRUE,
        "palette", TRUE, "bitdepth", bits, "dither", dither, "Q", 100, "effort", 4, NULL);
}

// Whether two pictures of equal size and form have the same 8-bit samples; neither has to lie in memory.
static inline int affix_vips_is_same(VipsImage *one, VipsImage *other, int *is_same) {
    enum { LINES = 16 };
    VipsRegion *regions[2] = {vips_region_new(one), vips_region_new(other)};
    size_t length = (size_t)one->Xsize * (size_t)one->Bands;
    int failed = 0;
    *is_same = 1;
    for (int top = 0; !failed && *is_same && top < one->Ysize; top += LINES) {
        int lines = one->Ysize - top < LINES ? one->Ysize - top : LINES;
        VipsRect area = {.left = 0, .top = top, .width = one->Xsize, .height = lines};
        failed = vips_region_prepare(regions[0], &area) || vips_region_prepare(regions[1], &area);
        for (int y = top; !failed && y < top + lines; y++)
            if (memcmp(VIPS_REGION_ADDR(regions[0], 0, y), VIPS_REGION_ADDR(regions[1], 0, y), length)) *is_same = 0;
    }
    g_object_unref(regions[0]);
    g_object_unref(regions[1]);
    return failed ? -1 : 0;
}

// The largest difference between two pictures of equal size; fewer bands are taken for grey.
static inline int affix_vips_difference(VipsImage *one, VipsImage *other, double *difference) {
    VipsImage *parts[2] = {NULL, NULL};
    int result = vips_subtract(one, other, &parts[0], NULL) || vips_abs(parts[0], &parts[1], NULL)
        || vips_max(parts[1], difference, NULL);
    if (parts[0]) g_object_unref(parts[0]);
    if (parts[1]) g_object_unref(parts[1]);
    return result ? -1 : 0;
}

static inline VipsImage *affix_ref(VipsImage *image) {
    return (VipsImage *)g_object_ref(image);
}

static inline void affix_unref(VipsImage *image) {
    g_object_unref(image);
}

#endif
