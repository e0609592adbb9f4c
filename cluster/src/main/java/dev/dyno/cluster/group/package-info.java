/**
 * Processes that work on one run: who is in, who has gone and how, calls and messages between them, and by how much their
 * clocks differ. Knows nothing of loads and results.
 */
@NullMarked
package dev.dyno.cluster.group;

import org.jspecify.annotations.NullMarked;
