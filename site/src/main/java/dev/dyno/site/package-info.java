/** The documents of the project as a site of static pages. */
@NullMarked
package dev.dyno.site;

import org.jspecify.annotations.NullMarked;
