/** The self-test on the real clock. */
@NullMarked
package dev.dyno.engine.selftest;

import org.jspecify.annotations.NullMarked;
