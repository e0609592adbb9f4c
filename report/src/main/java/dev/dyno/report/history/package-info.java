/** The stored runs of one place: which there are, what they are called, and what a line about each says. */
@NullMarked
package dev.dyno.report.history;

import org.jspecify.annotations.NullMarked;
