@NullMarked
package dev.dyno.broker.resource;

import org.jspecify.annotations.NullMarked;
