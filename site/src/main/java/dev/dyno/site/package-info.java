/** Makes the project's documents into a site of static pages. */
@NullMarked
package dev.dyno.site;

import org.jspecify.annotations.NullMarked;
