// Writes a JPEG of four inks as Adobe's programs do: YCCK, inverted, with an Adobe marker that says transform 2.
//
//     ycck WIDTH HEIGHT <SCENE.rgb >FILE.jpg
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>

int main(int count, char **words) {
    if (count != 3) return 2;
    int width = atoi(words[1]), height = atoi(words[2]);
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, stdout);
    jpeg.image_width = (JDIMENSION)width;
    jpeg.image_height = (JDIMENSION)height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, JCS_YCCK);
    jpeg_set_quality(&jpeg, 80, TRUE);
    jpeg.optimize_coding = TRUE;
    jpeg_start_compress(&jpeg, TRUE);
    JSAMPLE *row = malloc((size_t)width * 4);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int light[3], most = 1;
            for (int i = 0; i < 3; i++) {
                light[i] = getchar();
                if (light[i] > most) most = light[i];
            }
            // Stored inverted: 255 is no ink, and the key is as dark as the brightest channel allows.
            for (int i = 0; i < 3; i++) row[4 * x + i] = (JSAMPLE)(light[i] * 255 / most);
            row[4 * x + 3] = (JSAMPLE)most;
        }
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    return 0;
}
