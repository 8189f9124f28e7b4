#ifndef AFFIX_CJPEG_H
#define AFFIX_CJPEG_H

// One verb of libjpeg: libvips passes on only the first warning, and a harmless one may hide that rows are lost.

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

enum affix_jpeg_ending { AFFIX_JPEG_DECODED, AFFIX_JPEG_CORRUPT, AFFIX_JPEG_UNSUPPORTED, AFFIX_JPEG_NO_MEMORY };

struct affix_jpeg_survey {
    int ending;
    // Whether data ended before the last row, whether it made no sense, whether a component never came.
    int is_cut, is_garbled, lacks_component;
    // Whether a progressive picture lacks scans that would have made it finer.
    int is_unrefined;
    // Whether bytes stand between the rows of a scan and what follows it.
    int hides_bytes;
    // Whether every row was decoded; what is amiss from there on belongs to none.
    int has_rows;
    char words[JMSG_LENGTH_MAX];
};

struct affix_jpeg_errors {
    struct jpeg_error_mgr base;
    jmp_buf escape;
    struct affix_jpeg_survey *survey;
};

static inline void affix_jpeg_note(j_common_ptr picture, int level) {
    struct affix_jpeg_survey *survey = ((struct affix_jpeg_errors *)picture->err)->survey;
    j_decompress_ptr source = (j_decompress_ptr)picture;
    if (level < 0 && picture->err->msg_code == JWRN_EXTRANEOUS_DATA && source->input_scan_number > 0)
        survey->hides_bytes = 1;
    if (survey->has_rows) return;
    // The first complaint is the cause; what follows is its consequence.
    if (level >= 0 || survey->is_cut || survey->is_garbled) return;
    switch (picture->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_JPEG_EOF: survey->is_cut = 1; break;
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC: survey->is_garbled = 1; break;
    default: return;  // Oddities of good cameras.
    }
    picture->err->format_message(picture, survey->words);
}

static inline void affix_jpeg_give_up(j_common_ptr picture) {
    struct affix_jpeg_errors *errors = (struct affix_jpeg_errors *)picture->err;
    if (errors->survey->has_rows) longjmp(errors->escape, 1);
    switch (picture->err->msg_code) {
    case JERR_OUT_OF_MEMORY: errors->survey->ending = AFFIX_JPEG_NO_MEMORY; break;
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL: errors->survey->ending = AFFIX_JPEG_UNSUPPORTED; break;
    default: errors->survey->ending = AFFIX_JPEG_CORRUPT;
    }
    picture->err->format_message(picture, errors->survey->words);
    longjmp(errors->escape, 1);
}

static inline void affix_jpeg_silence(j_common_ptr picture) {
    (void)picture;
}

// What the scans of a progressive picture left open.
static inline void affix_jpeg_judge_scans(j_decompress_ptr picture, struct affix_jpeg_survey *survey) {
    for (int component = 0; component < picture->num_components; component++) {
        // Latched with the first scan that has data of the component.
        if (!picture->comp_info[component].quant_table) survey->lacks_component = 1;
        for (int place = 0; picture->coef_bits && place < DCTSIZE2; place++)
            if (picture->coef_bits[component][place] != 0) survey->is_unrefined = 1;
    }
}

// Decodes every row at an eighth of its size, keeps none of them, and notes what was wrong.
__attribute__((noinline)) static void affix_jpeg_look(
    const void *bytes, size_t count, struct affix_jpeg_survey *survey) {
    struct jpeg_decompress_struct picture;
    struct affix_jpeg_errors errors;
    memset(survey, 0, sizeof *survey);
    memset(&picture, 0, sizeof picture);
    errors.survey = survey;
    picture.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = affix_jpeg_give_up;
    errors.base.emit_message = affix_jpeg_note;
    errors.base.output_message = affix_jpeg_silence;
    if (setjmp(errors.escape)) {
        jpeg_destroy_decompress(&picture);
        return;
    }
    jpeg_create_decompress(&picture);
    jpeg_mem_src(&picture, (unsigned char *)bytes, count);
    jpeg_read_header(&picture, TRUE);
    picture.scale_num = 1;
    picture.scale_denom = 8;
    picture.do_fancy_upsampling = FALSE;
    picture.out_color_space = picture.jpeg_color_space;
    jpeg_start_decompress(&picture);
    JSAMPARRAY row = picture.mem->alloc_sarray(
        (j_common_ptr)&picture, JPOOL_IMAGE, picture.output_width * picture.output_components, 1);
    while (picture.output_scanline < picture.output_height) jpeg_read_scanlines(&picture, row, 1);
    affix_jpeg_judge_scans(&picture, survey);
    survey->has_rows = 1;
    jpeg_finish_decompress(&picture);
    jpeg_destroy_decompress(&picture);
}

#endif
