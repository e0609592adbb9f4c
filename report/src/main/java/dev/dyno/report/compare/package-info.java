/**
 * Comparisons of two setups: the differences, their certainty, and the number of further runs needed. The unit is the block, one
 * run of a setup; never the message, because one second of noise affects thousands of messages.
 */
package dev.dyno.report.compare;
