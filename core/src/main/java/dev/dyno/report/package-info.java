/** Reporters: siblings that turn intervals and a run result into text and files. None sees a live object. */
@NullMarked
package dev.dyno.report;

import org.jspecify.annotations.NullMarked;
