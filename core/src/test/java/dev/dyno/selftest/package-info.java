/** The self-test on the real clock. */
@NullMarked
package dev.dyno.selftest;

import org.jspecify.annotations.NullMarked;
