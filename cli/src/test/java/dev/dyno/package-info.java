/** Rules for the packages as a whole. */
@NullMarked
package dev.dyno;

import org.jspecify.annotations.NullMarked;
