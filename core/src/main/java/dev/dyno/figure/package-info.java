/** The figures of a run: each declared once, in {@link dev.dyno.figure.Figures}, and read by everything that shows or judges a run. */
@NullMarked
package dev.dyno.figure;

import org.jspecify.annotations.NullMarked;
