/** Stored runs of one place: their list, their names, and one line about each. */
@NullMarked
package dev.dyno.report.history;

import org.jspecify.annotations.NullMarked;
