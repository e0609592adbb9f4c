/** The JSON that is written here and read back by the same version: run folders, studies, and what workers are told. */
@NullMarked
package dev.dyno.json;

import org.jspecify.annotations.NullMarked;
