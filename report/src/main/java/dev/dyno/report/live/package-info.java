/** Page that shows a run in a browser while it lasts. */
@NullMarked
package dev.dyno.report.live;

import org.jspecify.annotations.NullMarked;
