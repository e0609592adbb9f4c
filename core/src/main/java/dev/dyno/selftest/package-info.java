/**
 * What the tool itself costs on this machine, and whether it tells the truth about a broker of known behaviour. Reading order:
 * {@link dev.dyno.selftest.Selftest}, then the checks that it makes.
 */
@NullMarked
package dev.dyno.selftest;

import org.jspecify.annotations.NullMarked;
