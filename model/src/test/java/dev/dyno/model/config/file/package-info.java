@NullMarked
package dev.dyno.model.config.file;

import org.jspecify.annotations.NullMarked;
