/** Page that shows a run in a browser while it lasts. */
package dev.dyno.report.live;
