/** Turns the settings of a verb into checked plans: the load, its target, and the errors in either. */
package dev.dyno.app.plan;
