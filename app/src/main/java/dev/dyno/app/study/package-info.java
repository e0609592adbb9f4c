/** Carries a study out, trial by trial. */
package dev.dyno.app.study;
