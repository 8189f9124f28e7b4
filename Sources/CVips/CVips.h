#ifndef AFFIX_CVIPS_H
#define AFFIX_CVIPS_H

// The verbs of libvips that we use. libvips' own calls are variadic, so each gets one fixed shape here.

#include <stdint.h>
#include <vips/vips.h>

// Initialises libvips for strangers' bytes: no operation but the loaders we name, nothing cached, nothing printed.
static inline int affix_vips_start(int threads) {
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
    return 0;
}

static inline int affix_vips_thumbnail(
    const void *bytes, size_t count, const char *options, int width, int height, gboolean crop, VipsImage **out) {
    return vips_thumbnail_buffer((void *)bytes, count, out, width,
        "height", height, "size", VIPS_SIZE_DOWN,
        "crop", crop ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE,
        "option_string", options, "export_profile", "srgb", NULL);
}

// Decodes every row and keeps none of them; fails where the loader's options say so.
static inline int affix_vips_decode(const void *bytes, size_t count, const char *options) {
    VipsImage *image = vips_image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    double mean;
    if (!image) return -1;
    int result = vips_avg(image, &mean, NULL);
    g_object_unref(image);
    return result;
}

// Opens an animation frame by frame, in 8-bit sRGB or grey, with alpha where it has any.
static inline int affix_vips_film(const void *bytes, size_t count, const char *options, VipsImage **out) {
    VipsImage *image = vips_image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    VipsImage *coloured = NULL;
    if (!image) return -1;
    int result = vips_image_get_typeof(image, VIPS_META_ICC_NAME) && vips_image_get_bands(image) >= 3
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

static inline int affix_vips_png(VipsImage *image, void **bytes, size_t *count) {
    return vips_pngsave_buffer(image, bytes, count,
        "compression", 6, "filter", VIPS_FOREIGN_PNG_FILTER_SUB, "strip", TRUE, NULL);
}

static inline void affix_unref(VipsImage *image) {
    g_object_unref(image);
}

#endif
