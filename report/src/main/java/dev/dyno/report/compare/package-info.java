/**
 * Two setups side by side: what differs, how surely, and how much more would have to be measured to know. The unit is the
 * block, one run of a setup; never the message, of which one second of noise has thousands.
 */
@NullMarked
package dev.dyno.report.compare;

import org.jspecify.annotations.NullMarked;
