/** Server of the pages that show runs in a browser and act on them. */
package dev.dyno.report.live;
