/** Stored runs of one place: their list and their names. */
@NullMarked
package dev.dyno.report.history;

import org.jspecify.annotations.NullMarked;
