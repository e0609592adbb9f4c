/**
 * Settings, each declared once with its name, type, default and meaning. The options of the tool, the keys of its files, a
 * driver's properties and a recipe's knobs are of the same kinds. Needs nothing but the JDK.
 *
 * <p>Reading order: {@link dev.dyno.driver.setting.ValueType} → {@link dev.dyno.driver.setting.Setting} →
 * {@link dev.dyno.driver.setting.SettingList}.
 */
@NullMarked
package dev.dyno.driver.setting;

import org.jspecify.annotations.NullMarked;
