/** Runs in a browser while they go on. */
@NullMarked
package dev.dyno.report.live;

import org.jspecify.annotations.NullMarked;
