/** Records of many components, changed in a few of them or written by name. */
@NullMarked
package dev.dyno.model.parts;

import org.jspecify.annotations.NullMarked;
