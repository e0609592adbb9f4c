/** Replacement for classes of WSO2 Carbon that Andes expects, for encrypted passwords in the configuration, which has none. */
package org.wso2.securevault.commons;
