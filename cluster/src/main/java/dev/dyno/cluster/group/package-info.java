/**
 * Groups of processes that work on one run: members and their departures, calls and messages between them, and the differences of
 * their clocks. Knows nothing of loads and results.
 */
package dev.dyno.cluster.group;
