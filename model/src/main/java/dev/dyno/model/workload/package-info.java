/** What traffic: its sizes, its shape and its parts. */
@NullMarked
package dev.dyno.model.workload;

import org.jspecify.annotations.NullMarked;
