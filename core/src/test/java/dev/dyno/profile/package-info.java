@NullMarked
package dev.dyno.profile;

import org.jspecify.annotations.NullMarked;
