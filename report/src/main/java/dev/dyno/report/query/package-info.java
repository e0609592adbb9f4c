/** SQL over stored runs: the tables, their rows from the folders, and the engine that answers. */
@NullMarked
package dev.dyno.report.query;

import org.jspecify.annotations.NullMarked;
