/** The settings of a verb made into checked plans: where a load goes, what it is, and what is wrong with either. */
package dev.dyno.app.plan;
