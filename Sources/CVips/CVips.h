#ifndef AFFIX_CVIPS_H
#define AFFIX_CVIPS_H

// The verbs of libvips that we use. libvips' own calls are variadic, so each gets one fixed shape here.

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

// Whether every pixel of a picture has the same value.
static inline int affix_vips_uniform(const void *bytes, size_t count, const char *options, int *is_uniform) {
    VipsImage *image = vips_image_new_from_buffer(bytes, count, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
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
