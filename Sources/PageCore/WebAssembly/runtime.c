// What Embedded Swift asks of its environment besides the C library: chance, and a place to print.
__attribute__((import_module("page"), import_name("random"))) void page_random(void *, unsigned long);
__attribute__((import_module("page"), import_name("print"))) void page_print(int);

void arc4random_buf(void *bytes, unsigned long count) { page_random(bytes, count); }

int putchar(int character) {
    page_print(character);
    return character;
}
