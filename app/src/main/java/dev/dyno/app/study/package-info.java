/** Carries a study out, trial by trial. */
@NullMarked
package dev.dyno.app.study;

import org.jspecify.annotations.NullMarked;
