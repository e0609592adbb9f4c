/** Runs in formats of other tools: CSV, JSON, JUnit, and the outputs of Artemis and the OpenMessaging Benchmark. */
@NullMarked
package dev.dyno.report.export;

import org.jspecify.annotations.NullMarked;
