@NullMarked
package dev.dyno.resource;

import org.jspecify.annotations.NullMarked;
