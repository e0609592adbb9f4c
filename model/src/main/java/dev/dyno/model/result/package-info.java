/** Results of a run: pure data, written by {@code engine}, read by everything that shows, stores or compares. */
package dev.dyno.model.result;
