/**
 * Settings, each declared once with its name, type, default and meaning. Properties of drivers, knobs of recipes, and the
 * settings of a load (keys of a workload file and their options) all take their types from
 * {@link dev.dyno.driver.setting.ValueType}. Needs nothing but the JDK.
 *
 * <p>Reading order: {@link dev.dyno.driver.setting.ValueType} → {@link dev.dyno.driver.setting.Setting} →
 * {@link dev.dyno.driver.setting.SettingList}.
 */
@NullMarked
package dev.dyno.driver.setting;

import org.jspecify.annotations.NullMarked;
