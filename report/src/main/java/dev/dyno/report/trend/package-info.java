/** A figure over the stored runs: where it changed, and single values that stand apart. */
@NullMarked
package dev.dyno.report.trend;

import org.jspecify.annotations.NullMarked;
