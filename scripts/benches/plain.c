// What a program gets that hands a file to libvips and takes a thumbnail: the measure that affix is held against.
//
//     plain RUNS FORMAT FILE …
//
// In this process, with one thread and nothing cached, each file is cropped in the middle to 1024x1024 and encoded, as
// JPEG at quality 82 or as PNG. Prints for each the median milliseconds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vips/vips.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return difference < 0 ? -1 : difference > 0;
}

static double render(const void *bytes, size_t count, const char *format) {
    double start = now();
    VipsImage *image = NULL;
    void *result = NULL;
    size_t size = 0;
    if (vips_thumbnail_buffer((void *)bytes, count, &image, 1024, "height", 1024, "size", VIPS_SIZE_DOWN,
            "crop", VIPS_INTERESTING_CENTRE, "export_profile", "srgb", NULL)) vips_error_exit(NULL);
    int failed = strcmp(format, "png") == 0
        ? vips_pngsave_buffer(image, &result, &size, "strip", TRUE, NULL)
        : vips_jpegsave_buffer(image, &result, &size, "Q", 82, "strip", TRUE, NULL);
    if (failed) vips_error_exit(NULL);
    g_object_unref(image);
    g_free(result);
    return now() - start;
}

int main(int count, char **words) {
    if (count < 4 || VIPS_INIT(words[0])) return 2;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    int runs = atoi(words[1]);
    double *times = malloc(sizeof(double) * (size_t)runs);
    for (int file = 3; file < count; file++) {
        char *bytes;
        gsize size;
        if (!g_file_get_contents(words[file], &bytes, &size, NULL)) return 1;
        for (int run = -1; run < runs; run++) {
            double time = render(bytes, size, words[2]);
            if (run >= 0) times[run] = time;
        }
        qsort(times, (size_t)runs, sizeof(double), compare);
        printf("%.1f %s\n", times[runs / 2], words[file]);
        g_free(bytes);
    }
    return 0;
}
