// Cairo as its header gives it, and what is called of Pango.
//
// Pango's own headers need the flags of its pkg-config file, and SwiftPM warns of one of those
// (-pthread, by way of GIO) at each build. So what is called is declared here, as it has been since
// Pango 1.22; `make lint` has a C compiler compare it with the headers.
#ifndef CPANGOCAIRO_SHIM_H
#define CPANGOCAIRO_SHIM_H

#include <cairo.h>

#ifndef PANGO_SCALE
// Units of Pango in a pixel.
#define PANGO_SCALE 1024

typedef struct _PangoRectangle {
    int x;
    int y;
    int width;
    int height;
} PangoRectangle;
#endif

typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoLayout PangoLayout;

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(
    PangoContext *context, const cairo_font_options_t *options);

PangoFontDescription *pango_font_description_from_string(const char *text);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);
void pango_font_description_free(PangoFontDescription *description);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_font_description(
    PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_text(PangoLayout *layout, const char *text, int count);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
void pango_cairo_show_layout(cairo_t *context, PangoLayout *layout);

void g_object_unref(void *object);

#endif
