/** Runs in the formats of other tools and of machines: CSV, JSON, JUnit, and the outputs of Artemis and OpenMessaging Benchmark. */
@NullMarked
package dev.dyno.report.export;

import org.jspecify.annotations.NullMarked;
