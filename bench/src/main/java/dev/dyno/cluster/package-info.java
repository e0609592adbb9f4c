/** What a coordinator costs; in the package of what it measures, whose messages it has to write. */
@NullMarked
package dev.dyno.cluster;

import org.jspecify.annotations.NullMarked;
