/** The report page, opened in a real browser. */
@NullMarked
package dev.dyno.page;

import org.jspecify.annotations.NullMarked;
