@NullMarked
package dev.dyno.cluster;

import org.jspecify.annotations.NullMarked;
