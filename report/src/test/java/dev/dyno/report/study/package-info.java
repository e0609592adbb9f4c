@NullMarked
package dev.dyno.report.study;

import org.jspecify.annotations.NullMarked;
