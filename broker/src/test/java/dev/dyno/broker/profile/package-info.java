@NullMarked
package dev.dyno.broker.profile;

import org.jspecify.annotations.NullMarked;
