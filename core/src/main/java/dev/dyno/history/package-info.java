/** The stored runs of one place: which there are, what they are called, and what a line about each says. */
@NullMarked
package dev.dyno.history;

import org.jspecify.annotations.NullMarked;
