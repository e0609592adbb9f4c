@NullMarked
package dev.dyno.study;

import org.jspecify.annotations.NullMarked;
