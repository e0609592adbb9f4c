/** Tests. */
@NullMarked
package dev.dyno.query;

import org.jspecify.annotations.NullMarked;
